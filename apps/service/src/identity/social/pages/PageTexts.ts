/** Texts of the pages that a sign-in at a social network passes through. `network` is its own name, or null for any. */
export type PageTexts = {
  opening: (network: string | null) => string
  comeBack: string
  late: string
  confirmed: (network: string) => string
  declined: (network: string) => string
  failed: (network: string) => string
  expired: string
  closing: (site: string) => string
  stillOpen: string
  lost: (site: string) => string
  foreign: string
  foreignHelp: string
  used: string
  usedHelp: string
}
