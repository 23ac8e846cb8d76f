import { parseAbi } from 'viem'

/** What the wallet asks of the permission manager (ERC-7710 delegation manager). */
export const managerAbi = parseAbi([
  'struct Allowance { address token; uint256 amount; uint48 start; uint32 period; }',
  'struct AllowedCall { address target; bytes4 selector; }',
  'struct Permission { address grantee; uint48 expiry; Allowance[] allowances; AllowedCall[] calls; }',
  'function grant(Permission permission) returns (bytes32 id)',
  'function revoke(bytes32 id)',
  'function permissionsOf(address account) view returns (bytes32[] ids, Permission[] permissions, uint256[][] spent)',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executionCallDatas)',
  'event PermissionGranted(address indexed account, bytes32 indexed id, address indexed grantee)',
])

/** The module functions of a Safe. */
export const moduleAbi = parseAbi([
  'function enableModule(address module)',
  'function isModuleEnabled(address module) view returns (bool)',
])
