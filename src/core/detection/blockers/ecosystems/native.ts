// C and C++: compilers, linkers, make, ninja, CMake, CTest, package managers; and what builds with them.

import { type Ecosystem, hint, namedCause, names, proof, summary, vague } from '../ecosystem';

const missingHeader = hint(
  'build_error',
  /fatal error: '?[^':]{1,300}'?(?:: No such file or directory| file not found)/,
);

const compilers: Ecosystem = {
  name: 'gcc',
  commands: [
    {
      programs: names(`
        gcc g++ clang clang++ clang-cl cc c++ cl ld lld link nvcc emcc em++ ar as nasm
        gfortran icc icx zig swiftc valac avr-gcc arm-none-eabi-gcc
      `),
      args: /^(?!.*(?:--version|^-v$|--help|-print-|-dumpversion))/,
      purpose: 'build',
    },
    {
      programs: names(`
        clang-tidy clang-format cppcheck cpplint include-what-you-use iwyu
      `),
      purpose: 'lint',
    },
  ],
  failures: [
    missingHeader,
    hint('dependency', /^\s*(?:\d+ \|)?\s*#\s*(?:include|import)\s*<[^>]{1,300}>/, missingHeader),
    hint(
      'dependency',
      /fatal error: '?(?:Python|pq|zlib|curl|ssl|gtk|SDL|boost|Eigen|gmp|mysql|sqlite3|jpeglib|png|libpq-fe)[\w./-]*'?(?:: No such file| file not found)/,
    ),
    proof(
      'build_error',
      /^(?:In file included from )?(?<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}):(?<line>\d{1,7}):(?:\d+:)? (?:fatal )?error: (?!-\[|\w+\.\w+ : )/,
    ),
    proof(
      'build_error',
      /^(?<file>(?:[A-Za-z]:)?[^\s:(][^:(]{0,300}):(?<line>\d{1,7}): (?:fatal )?error: (?!-\[|\w+\.\w+ : )/,
    ),
    proof(
      'build_error',
      /^(?:\S*\/)?(?:\S*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|cc1|cc1plus|collect2|ld|lld|ld\.lld|emcc|nvcc|ar)(?:-[\d.]+)?(?:\.exe)?: (?:fatal )?error: /,
    ),
    proof('dependency', /cannot find -l\S+/),
    proof('dependency', /library (?:not found for|'\S+' not found) ?-?l?\S*/),
    proof('dependency', /unable to find library -l\S+/),
    proof('build_error', /undefined (?:reference to|symbol: )/),
    proof('build_error', /Undefined symbols for architecture|symbol\(s\) not found for/),
    hint('build_error', /multiple definition of |duplicate symbol/),
    proof('build_error', /ld returned [1-9]\d* exit status|linker command failed/),
    proof('build_error', /error: no rule to process file/),
    summary('build_error', /^(?:\d+ warnings? and )?[1-9]\d* errors? generated\b/),
  ],
};

const msvc: Ecosystem = {
  name: 'msvc',
  commands: [{ programs: ['msbuild', 'devenv', 'nmake', 'jom', 'xbuild'], purpose: 'build' }],
  failures: [
    proof('dependency', /error C1083: .*include file: '[^']{1,200}[\\/][^']{1,200}'/),
    proof('dependency', /error LNK1104: cannot open file '[^']{1,300}\.lib'/),
    proof('dependency', /error MSB(?:3644|4236|8020|8036|4019): /),
    proof(
      'build_error',
      /^(?<file>(?:[A-Za-z]:)?[^\s:(][^:(]{0,300})\((?<line>\d{1,7})(?:,\d+)*\)\s?(?:: error|: fatal error)(?: \w+\d+)?\s?:/,
    ),
    proof('build_error', /\b(?:error C|error LNK|error RC|error MIDL|error D)\d{4}\b/),
    vague(hint('build_error', /\berror MSB\d{4}\b/)),
    hint('mistake', /error MSB1003: |error MSB1009: /),
    hint('build_error', /NMAKE : fatal error U\d+/),
  ],
};

const make: Ecosystem = {
  name: 'make',
  commands: [
    {
      programs: names(`
        make ninja just task rake mage invoke inv scons bmake waf xmake b2 tup ant earthly
        dagger pants buck2 please plz
      `),
      args: /^(?:.* )?(?:-n|--dry-run|--version|--help|-v$|--list|-l$|-T)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: names(`
        make just task rake mage invoke inv ant earthly ninja
      `),
      purpose: 'script',
    },
    {
      programs: names(`
        scons bmake waf xmake b2 tup qmake autoreconf automake configure meson bootstrap
      `),
      args: /^(?!test)/,
      purpose: 'build',
    },
    { programs: ['meson'], args: /^test/, purpose: 'test' },
    {
      programs: ['bazel', 'bazelisk'],
      args: /^(?:\S+ )*?(?:test|coverage)(?: |$)/,
      purpose: 'test',
    },
    { programs: ['bazel', 'bazelisk'], purpose: 'build' },
  ],
  failures: [
    vague(
      proof(
        namedCause,
        /^g?make(?:\[\d+\])?: \*\*\* \[(?:[^\]:]{1,200}:\d+: )?(?<name>[^\]]{1,200})\] (?:Error \d+|Segmentation|Aborted|Killed)/,
      ),
    ),
    hint('build_error', /^g?make(?:\[\d+\])?: \*\*\* No rule to make target .*needed by/),
    hint('mistake', /^g?make(?:\[\d+\])?: \*\*\* No (?:rule to make target|targets specified)/),
    proof(
      'build_error',
      /^\S*[Mm]akefile\S*:\d+: \*\*\* (?:missing separator|recipe commences|unterminated|multiple target)/,
    ),
    hint(
      'dependency',
      /^make(?:\[\d+\])?: (?<program>[\w.+-]+): (?:No such file or directory|Command not found|not found)$/,
    ),
    hint(
      'mistake',
      /^(?:error: )?(?:Justfile does not contain recipe|No [Jj]ustfile found|task: (?:Task "|No Taskfile))/,
    ),
    vague(hint(namedCause, /^error: Recipe `(?<name>[^`]{1,200})` failed/)),
    vague(hint(namedCause, /^task: Failed to run task "(?<name>[^"]{1,200})"/)),
    hint('build_error', /^FAILED: .*\.(?:o|obj|so|a|exe|dll|dylib|pcm|gch|stamp)\b/),
    vague(hint('build_error', /^ninja: build stopped: /)),
    proof('build_error', /^ninja: error: /),
    proof(
      'dependency',
      /ERROR: (?:Dependency|Program|C shared or static library|Include dir)\b.*(?:not found|does not exist)/,
    ),
    proof('build_error', /meson\.build:\d+:\d+: ERROR: /),
    hint(
      'dependency',
      /configure: error: .*(?:not found|missing|[Ii]nstall|required|requirements|need|No package|cannot find|could not find)/,
    ),
    proof('build_error', /configure: error: /),
    hint('dependency', /no such package '/),
    vague(summary('build_error', /Build did NOT complete successfully/)),
    proof('test_failure', /^\/\/\S+\s+(?:FAILED|TIMEOUT) in /),
    summary('test_failure', /Executed \d+ out of \d+ tests?: .*[1-9]\d* fails? locally/),
    summary('test_failure', /^Fail:\s+[1-9]\d*$|^# FAIL: +[1-9]|^\[ FAIL [1-9]/),
  ],
};

const cmake: Ecosystem = {
  name: 'cmake',
  commands: [
    { programs: ['cmake', 'ccmake'], args: /^(?!.*(?:--version|--help|-E ))/, purpose: 'build' },
    { programs: ['ctest'], args: /^(?!.*(?:--version|--help|-N|--show-only))/, purpose: 'test' },
    {
      programs: names(`
        vcpkg conan cpm spack brew apt apt-get dnf yum apk pacman zypper choco winget scoop
        port pkg nix-env snap gem cpanm cpan luarocks opam pod carthage helm flatpak
      `),
      args: /(?:^| )(?:install|update|upgrade|add|build|create|-S|-Sy\w*|fetch|dependency|repo)(?: |$)|^cpanm? \S/,
      purpose: 'install',
    },
  ],
  failures: [
    proof('dependency', /^\s*(?!--)(?:CMake Error.*)?\bCould NOT find \S+/),
    proof(
      'dependency',
      /^\s+Could not find a (?:package configuration file provided by|configuration file for package)/,
    ),
    proof('dependency', /By not providing "Find\S+\.cmake"/),
    proof(
      'dependency',
      /None of the required '[^']{1,200}' found|The following required packages were not found/,
    ),
    proof('dependency', /Package '?[^']{1,200}'?, required by '[^']{1,200}', not found/),
    hint('dependency', /No package '[^']{1,200}' found/),
    proof('dependency', /^\s+Could not find \S+ using the following (?:names|files)/),
    hint('dependency', /No CMAKE_\w+_COMPILER could be found|The CMAKE_\w+_COMPILER:/),
    hint('dependency', /CMake [\d.]+ or higher is required/),
    proof('build_error', /^CMake Error(?: at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}))?/),
    summary('test_failure', /^\d+% tests passed, [1-9]\d* tests? failed out of/),
    summary('test_failure', /^The following tests FAILED:/),
    hint('test_failure', /^Errors while running CTest/),
    hint('test_failure', /\*\*\*(?:Failed|Exception|Timeout|Not Run)/),
    summary('test_failure', /^\[ {2}FAILED {2}\] [1-9]\d* tests?/),
    proof('test_failure', /^\[ {2}FAILED {2}\] /),
    summary('test_failure', /^test cases: +\d+ \|.*[1-9]\d* failed/),
    summary('test_failure', /^\[doctest\] (?:test cases: .*\| +[1-9]\d* failed|Status: FAILURE)/),
    summary('test_failure', /\*\*\* [1-9]\d* failures? (?:is|are) detected/),
    proof('dependency', /error: building \S+ failed with: /),
    proof('dependency', /vcpkg install failed/),
    hint(
      'dependency',
      /^error: (?:\S+ does not exist|no matching port|could not find|while loading \S*:)/,
    ),
    hint(
      'dependency',
      /ERROR: (?:Missing (?:prebuilt package|binary)|Package '[^']{1,200}' not resolved|Unable to find '|Version conflict|Conflict between)/,
    ),
    hint(
      'dependency',
      /^E: (?:Unable to locate package|Package '[^']{1,200}' has no installation|Unable to correct problems|Unmet dependencies|Version '|Failed to fetch)/,
    ),
    hint(
      'other',
      /^E: (?:Could not (?:open|get) lock|Unable to (?:acquire|lock)|Could not open lock)/,
    ),
    hint(
      'dependency',
      /No available formula|Unable to find a match: |Error: Unable to find|nothing provides|unable to select packages|error: target not found/,
    ),
  ],
  passes: [/^100% tests passed, 0 tests failed/, /^\[ {2}PASSED {2}\] [1-9]\d* tests?/],
};

export const native: readonly Ecosystem[] = [compilers, msvc, make, cmake];
