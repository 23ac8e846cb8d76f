/** English, for permissions to act without asking (ERC-7715). Loaded with the approvals. */
export const permissionEn = {
  'permission.title': 'Give a permission',
  'permission.say': 'Let {who} spend up to {amount} in all until {until}, without asking you again.',
  'permission.sayDays_one':
    'Let {who} spend up to {amount} every day until {until}, without asking you again.',
  'permission.sayDays_other':
    'Let {who} spend up to {amount} every {count} days until {until}, without asking you again.',
  'permission.sayHours_one':
    'Let {who} spend up to {amount} every hour until {until}, without asking you again.',
  'permission.sayHours_other':
    'Let {who} spend up to {amount} every {count} hours until {until}, without asking you again.',
  'permission.sayMinutes_one':
    'Let {who} spend up to {amount} every minute until {until}, without asking you again.',
  'permission.sayMinutes_other':
    'Let {who} spend up to {amount} every {count} minutes until {until}, without asking you again.',
  'permission.saySeconds_one':
    'Let {who} spend up to {amount} every second until {until}, without asking you again.',
  'permission.saySeconds_other':
    'Let {who} spend up to {amount} every {count} seconds until {until}, without asking you again.',
  'permission.sayCalls': 'Let {who} use {contract} in your name until {until}, without asking you again.',
  'permission.sayMany': 'Let {who} do what is listed below until {until}, without asking you again.',
  'permission.sayGroup_one': 'Give {count} permission, as listed below.',
  'permission.sayGroup_other': 'Give {count} permissions, as listed below.',
  'permission.inAll': 'in all',
  'permission.everyDays_one': 'every day',
  'permission.everyDays_other': 'every {count} days',
  'permission.everyHours_one': 'every hour',
  'permission.everyHours_other': 'every {count} hours',
  'permission.everyMinutes_one': 'every minute',
  'permission.everyMinutes_other': 'every {count} minutes',
  'permission.everySeconds_one': 'every second',
  'permission.everySeconds_other': 'every {count} seconds',
  'permission.functions_one': '{count} function, with any content: {list}',
  'permission.functions_other': '{count} functions, with any content: {list}',
  'row.grantee': 'Who may act',
  'row.limit': 'May spend up to',
  'row.mayUse': 'May use',
  'row.starts': 'Valid from',
  'row.reason': 'Reason given',
  'permission.approve': 'Allow',
  'permission.revokeTitle': 'Take back a permission',
  'permission.revoke': 'Take back what {who} may do in your name.',
  'permission.revokeMany_one': 'Take back {count} permission.',
  'permission.revokeMany_other': 'Take back {count} permissions.',
  'permission.revokeApprove': 'Take back',
  'until.change': 'End sooner',
  'until.heading': 'When it ends',
  'until.asked': 'As the site asked',
  'warn.permission': 'It happens without asking you again',
  'warn.permission.body':
    'Whoever holds that account can do this at any time, also while you are away. You can take it back in the wallet, under security and devices.',
  'warn.permissionPart': 'Your account gets a new part',
  'warn.permissionPart.body':
    'A contract is added that lets others act within limits. It has not been audited. It can act for your account.',
  'warn.permissionCalls': 'It can be called with any content',
  'warn.permissionCalls.body': 'We cannot know what {contract} does when it is called in your name.',
  'warn.permissionAll': 'This is all of your {token}, or more',
  'warn.permissionAll.body': 'It could be taken as soon as you approve.',
  'warn.permissionTidy': 'Ended permissions are cleared away',
  'warn.permissionTidy.body': '{count} that have ended are taken off the list with this.',
  'risk.permissionCalls': '{contract} can be used in my name with any content.',
} as const
