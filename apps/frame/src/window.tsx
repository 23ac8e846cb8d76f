import './jitless.ts'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/screens.css'
import './frame.css'
import './screens/approval/approval.css'
import './screens/approval/approvalEdits.css'
import './walletWindow/window.css'
import { startWindow } from './walletWindow/startWindow.tsx'

const content = document.querySelector('meta[name="latchkey-config"]')?.getAttribute('content') ?? null
startWindow(window, content)
