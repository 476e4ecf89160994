// The files of the sample project that are in its history, commit by commit.

export interface SampleCommit {
  message: string;
  files: Readonly<Record<string, string>>;
}

export const changeId = '00027-user-auth';
const changeFolder = `openspec/changes/${changeId}`;

const readme = `# Harbor

A small service that keeps track of ships and the berths they lie at.

- \`src/\` the service
- \`openspec/changes/\` what is being worked on
- \`.claude/sdd/handover/\` what one session tells the next
`;

const berths = `export interface Berth {
  id: string;
  ship: string | null;
}

export function freeBerths(berths: readonly Berth[]): Berth[] {
  return berths.filter((berth) => berth.ship === null);
}
`;

const userModel = `export interface User {
  id: string;
  name: string;
  passwordHash: string;
}

export function canSignIn(user: User | undefined): user is User {
  return user !== undefined && user.passwordHash !== '';
}
`;

const userService = `import { canSignIn, type User } from './userModel';

export class UserService {
  readonly #users = new Map<string, User>();

  add(user: User): void {
    this.#users.set(user.name, user);
  }

  /** Whether the hash fits is for the caller to say: it knows the algorithm. */
  signIn(name: string, fits: (hash: string) => boolean): User | undefined {
    const user = this.#users.get(name);
    return canSignIn(user) && fits(user.passwordHash) ? user : undefined;
  }
}
`;

const proposal = `# User authentication

## Why
Anybody who reaches the service can move a ship. The harbor office wants to know who did.

## What
- People sign in with a name and a password.
- A session lasts eight hours.
- Every change of a berth keeps the name of the person who made it.

## Not now
- Signing in through another provider.
`;

const tasks = `# Tasks

## 1. Model
- [x] 1.1 Write the user model
- [x] 1.2 Store users beside the berths
- [x] 1.3 Hash passwords

## 2. Service
- [x] 2.1 Write the API client
- [x] 2.2 Sign in and out
- [ ] 2.3 Test the user service
- [ ] 2.4 End a session after eight hours
- [ ] 2.5 Refuse a change without a session

## 3. Window
- [ ] 3.1 Sign-in form
- [ ] 3.2 Show who is signed in

## 4. Close
- [ ] 4.1 Document the sign-in
- [ ] 4.2 Release note
`;

/** On the default branch. */
export const foundation: readonly SampleCommit[] = [
  { message: 'Start the harbor service', files: { 'README.md': readme } },
  { message: 'List free berths', files: { 'src/berths.ts': berths } },
];

/** On the branch of the change. */
export function feature(handover: Readonly<Record<string, string>>): readonly SampleCommit[] {
  return [
    {
      message: 'Propose user authentication',
      files: { [`${changeFolder}/proposal.md`]: proposal, [`${changeFolder}/tasks.md`]: tasks },
    },
    { message: 'Add the user model', files: { 'src/userModel.ts': userModel } },
    {
      message: 'Sign in through the user service',
      files: { 'src/userService.ts': userService, ...handover },
    },
  ];
}
