import * as z from 'zod'

/** Zones and names that the operator gives, and the key that answers of the gateway are signed with. */
export type NameSettings = {
  /** The zone that names are given in, and perhaps one that they were given in before. */
  zones: readonly [current: string, legacy?: string]
  /** secp256k1, 32 bytes: the resolver's contract believes nobody else. */
  signer: Uint8Array
  /** Labels that nobody gets, besides those that ship. */
  reserved: readonly string[]
}

const ZONE = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/
const LONGEST_ZONE = 191
/** A label of ASCII has no hyphens in the third and the fourth place (ENSIP-15, "label extension"). */
const LABEL_EXTENSION = /(?:^|\.)[^.]{2}--/

/** Whether ENS takes it as it stands. Its own normalisation would say so too, after a second in which it reads its tables. */
export const isZone = (text: string): boolean =>
  text.length <= LONGEST_ZONE && ZONE.test(text) && !LABEL_EXTENSION.test(text)

const listed = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')

/** `NAME_ZONES`: one name of ENS or of the DNS, or two, the current one first. */
export const nameZones = z.string().transform((text, context): readonly [string, string?] => {
  const [current, legacy, ...others] = listed(text)
  const isSound = current !== undefined && others.length === 0 && current !== legacy
  if (isSound && isZone(current) && (legacy === undefined || isZone(legacy)))
    return legacy === undefined ? [current] : [current, legacy]
  context.addIssue({
    code: 'custom',
    message: 'write one name such as wallet.example.eth, or two with a comma',
  })
  return z.NEVER
})

/** `NAMES_RESERVED`: labels with commas between. */
export const reservedLabels = z.string().transform(listed)
