import '../jitless.ts'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/screens.css'
import './account.css'
import './keysSheet.css'
import { loadSmartAccount } from './smartAccount/loadSmartAccount.tsx'
import { startAccount } from './startAccount.tsx'

const content = document.querySelector('meta[name="latchkey-config"]')?.getAttribute('content') ?? null
startAccount(window, content, loadSmartAccount)
