/** Ways to sign in beside e-mail codes, as an entry of its own: a page that offers none does not load it. */
export {
  connectFarcaster,
  connectPasskey,
  leaveFarcaster,
  recoverWallet,
  waitForDevice,
} from './identity/connectSignedIn.ts'
export * from './identity/errors.ts'
export { requestEmail } from './identity/requestEmail.ts'
export { resumeSocialLogin } from './identity/resumeSocialLogin.ts'
export { prepareSocialLogin, startSocialLogin } from './identity/socialLogin.ts'
export { browserPage, type SocialPage, type SocialWindow } from './identity/socialPage.ts'
export { confirmEmailUpdate, type EmailUpdateStep, startEmailUpdate } from './identity/updateEmail.ts'
export type { SocialLogin, SocialLoginState, SocialPhase } from './interfaces/Config.ts'
