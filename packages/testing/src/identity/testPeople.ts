/** A person who exists at every provider of the local stack, always with the same subjects. */
export type TestPerson = {
  /** Stable name in code, such as `ada`. */
  id: string
  name: string
  email: string
  /** Places the person in number ranges of the providers. */
  number: number
  /** What is awkward about the person: `carol` has verified her address nowhere, `bob` gives facebook none. */
  verifiesEmail: boolean
  givesFacebookEmail: boolean
}

/**
 * Who can sign in at the local identity provider.
 *
 * @example
 * await page.getByRole('button', { name: `Continue as ${testPeople.ada.name}` }).click()
 */
export const testPeople = {
  ada: {
    id: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    number: 1,
    verifiesEmail: true,
    givesFacebookEmail: true,
  },
  bob: {
    id: 'bob',
    name: 'Bob Noyce',
    email: 'bob@example.com',
    number: 2,
    verifiesEmail: true,
    givesFacebookEmail: false,
  },
  carol: {
    id: 'carol',
    name: 'Carol Shaw',
    email: 'carol@example.com',
    number: 3,
    verifiesEmail: false,
    givesFacebookEmail: true,
  },
} as const satisfies Record<string, TestPerson>

export type TestPersonId = keyof typeof testPeople

export const isTestPersonId = (text: unknown): text is TestPersonId =>
  typeof text === 'string' && Object.hasOwn(testPeople, text)
