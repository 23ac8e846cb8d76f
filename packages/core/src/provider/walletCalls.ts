/** What a page's first request to a wallet needs, loaded with it. */
export { request } from '../actions/request.ts'
export { switchNetwork } from '../actions/switchNetwork.ts'
export { toProviderError } from './toProviderError.ts'
