/** A hook was used outside of `LatchkeyProvider`. */
export class MissingProviderError extends Error {
  override name = 'MissingProviderError'
  constructor() {
    super('Latchkey hooks need a <LatchkeyProvider config={…}> above them.')
  }
}
