// Ranges of letters for patterns of hooks. Not by `\p{…}`: the first use of one takes the engine longer
// than all else that a hook does.

/** With the accents of European languages. */
export const latin = 'A-Za-z\\u00AA\\u00BA\\u00C0-\\u024F\\u1E00-\\u1EFF';

/** Of any script that names files: Greek to Indic, kana, Han and Hangul. */
export const letters = `${latin}\\u0370-\\u1DFF\\u1F00-\\u1FFF\\u3005-\\u3007\\u3040-\\u30FA\\u30FC-\\u318E\\u3400-\\u9FFF\\uAC00-\\uD7A3\\uFF66-\\uFF9D`;

/** What stands between words: blanks, marks and symbols, with emoji. */
export const betweenWords =
  '\\s!-/:-@\\[-`{-~\\u0080-\\u00A9\\u00AB-\\u00B9\\u00BB-\\u00BF\\u00D7\\u00F7\\u2000-\\u2BFF\\u3000-\\u3004\\u3008-\\u303F\\u30FB\\uD800-\\uDFFF\\uFE00-\\uFE0F\\uFF00-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65';
