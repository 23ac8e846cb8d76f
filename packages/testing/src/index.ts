export { testContracts } from './contracts/testContracts.ts'
export { devAccounts } from './devAccounts.ts'
