/** What an account has and goes by, as an entry of its own: it is loaded with the account's view. */
export { writeDecimal } from '../format/decimal.ts'
export { fetchIdentity } from './fetchIdentity.ts'
export { fetchTokens, portfolioOf } from './fetchTokens.ts'
export { outcomeOf } from './outcomeOf.ts'
export { type Total, totalOf, worthOf } from './totalOf.ts'
