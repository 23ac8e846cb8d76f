/** What a project offers (spec 3, remote features). A list names the providers; `false` or an empty list is off. */
export type Features = {
  email: boolean
  socials: readonly string[] | false
  swaps: readonly string[] | false
  onramp: readonly string[] | false
  activity: boolean
  reownBranding: boolean
}
