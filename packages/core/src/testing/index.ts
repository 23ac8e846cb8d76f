/** For tests of this package and of the adapters: a config over a wallet and a service that answer as the test says. */
export { writeConnection } from '../storage/storedState.ts'
export * from './fakeConnector.ts'
export * from './fakeService.ts'
export * from './testConfig.ts'
