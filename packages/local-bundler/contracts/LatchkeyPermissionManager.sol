// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The part of a Safe that a module calls.
interface ISafe {
    function execTransactionFromModuleReturnData(address to, uint256 value, bytes calldata data, uint8 operation)
        external
        returns (bool success, bytes memory returnData);
}

/// How much of a token may be spent. Token 0 is the network's own coin. With a period the amount is available anew
/// every `period` seconds, counted from `start`; without one it is available once.
struct Allowance {
    address token;
    uint256 amount;
    uint48 start;
    uint32 period;
}

/// A function of a contract that may be called with any arguments.
struct AllowedCall {
    address target;
    bytes4 selector;
}

/// What `grantee` may do in the name of an account before `expiry` (seconds since the epoch).
struct Permission {
    address grantee;
    uint48 expiry;
    Allowance[] allowances;
    AllowedCall[] calls;
}

/// One call (ERC-7579).
struct Execution {
    address target;
    uint256 value;
    bytes callData;
}

/// A Safe module that lets others act for an account within limits (an ERC-7710 delegation manager). An account enables
/// it, then gives and takes back permissions by calls of its own. It holds nothing and has no owner.
///
/// Not audited.
contract LatchkeyPermissionManager {
    struct Spending {
        uint256 amount;
        uint48 window;
    }

    struct Record {
        address grantee;
        uint48 expiry;
        Allowance[] allowances;
        AllowedCall[] calls;
        Spending[] spendings;
    }

    /// Whoever could call these in an account's name could do anything in it.
    address public constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    address public constant SAFE_4337_MODULE = 0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226;

    uint256 public constant MAX_PERMISSIONS = 64;
    uint256 public constant MAX_ALLOWANCES = 16;
    uint256 public constant MAX_CALLS = 32;

    /// ERC-7579 execution modes: one call or several, which all happen or none does.
    bytes32 private constant SINGLE = 0;
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

    bytes4 private constant TRANSFER = 0xa9059cbb;
    address private constant NATIVE = address(0);

    event PermissionGranted(address indexed account, bytes32 indexed id, address indexed grantee);
    event PermissionRevoked(address indexed account, bytes32 indexed id);
    event PermissionUsed(address indexed account, bytes32 indexed id);

    error InvalidPermission();
    error TooManyPermissions();
    error UnknownPermission();
    error NotGrantee();
    error Expired();
    error NotStarted(address token);
    error AllowanceExceeded(address token, uint256 left);
    error NoAllowance(address token);
    error CallNotAllowed(address target, bytes4 selector);
    error ForbiddenTarget(address target);
    error NoCode(address target);
    error Malformed();
    error UnsupportedMode(bytes32 mode);
    error CallFailed(address target, bytes reason);

    mapping(address account => mapping(bytes32 id => Record)) private records;
    /// In the order in which they were given.
    mapping(address account => bytes32[]) private idsOf;
    /// Counts what an account has ever given, so that no id comes twice.
    mapping(address account => uint256) private given;

    /// Gives a permission in the caller's name.
    function grant(Permission calldata permission) external returns (bytes32 id) {
        _requireValid(permission);
        if (idsOf[msg.sender].length >= MAX_PERMISSIONS) revert TooManyPermissions();
        id = keccak256(abi.encode(block.chainid, address(this), msg.sender, given[msg.sender]++));
        idsOf[msg.sender].push(id);
        Record storage record = records[msg.sender][id];
        record.grantee = permission.grantee;
        record.expiry = permission.expiry;
        for (uint256 i = 0; i < permission.allowances.length; ++i) {
            record.allowances.push(permission.allowances[i]);
            record.spendings.push();
        }
        for (uint256 i = 0; i < permission.calls.length; ++i) record.calls.push(permission.calls[i]);
        emit PermissionGranted(msg.sender, id, permission.grantee);
    }

    /// Takes back a permission that the caller has given.
    function revoke(bytes32 id) external {
        if (records[msg.sender][id].grantee == address(0)) revert UnknownPermission();
        delete records[msg.sender][id];
        bytes32[] storage ids = idsOf[msg.sender];
        uint256 last = ids.length - 1;
        bool found = false;
        for (uint256 i = 0; i < last; ++i) {
            if (ids[i] == id) found = true;
            if (found) ids[i] = ids[i + 1];
        }
        ids.pop();
        emit PermissionRevoked(msg.sender, id);
    }

    /// What stands for an account, expired or not, in the order in which it was given.
    /// `spent[i][j]` is what is spent of the allowance j of permission i in its present period.
    function permissionsOf(address account)
        external
        view
        returns (bytes32[] memory ids, Permission[] memory permissions, uint256[][] memory spent)
    {
        ids = idsOf[account];
        permissions = new Permission[](ids.length);
        spent = new uint256[][](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            Record storage record = records[account][ids[i]];
            permissions[i] = Permission(record.grantee, record.expiry, record.allowances, record.calls);
            spent[i] = new uint256[](record.spendings.length);
            for (uint256 j = 0; j < spent[i].length; ++j) spent[i][j] = _spent(record, j);
        }
    }

    /// Acts for accounts (ERC-7710). A context is abi.encode(account, id). All happens or nothing does.
    function redeemDelegations(
        bytes[] calldata contexts,
        bytes32[] calldata modes,
        bytes[] calldata executionCallDatas
    ) external {
        if (contexts.length != modes.length || contexts.length != executionCallDatas.length) revert Malformed();
        for (uint256 i = 0; i < contexts.length; ++i) _redeem(contexts[i], modes[i], executionCallDatas[i]);
    }

    function _redeem(bytes calldata context, bytes32 mode, bytes calldata data) private {
        if (context.length != 64) revert Malformed();
        (address account, bytes32 id) = abi.decode(context, (address, bytes32));
        if (records[account][id].grantee == address(0)) revert UnknownPermission();
        if (records[account][id].grantee != msg.sender) revert NotGrantee();
        emit PermissionUsed(account, id);
        if (mode == SINGLE) {
            if (data.length < 52) revert Malformed();
            _act(account, id, address(bytes20(data[:20])), uint256(bytes32(data[20:52])), data[52:]);
        } else if (mode == BATCH) {
            Execution[] memory executions = abi.decode(data, (Execution[]));
            // One encoding alone stands for a batch: what a reader decodes another way is refused.
            if (keccak256(abi.encode(executions)) != keccak256(data) || executions.length == 0) revert Malformed();
            for (uint256 i = 0; i < executions.length; ++i) {
                _act(account, id, executions[i].target, executions[i].value, executions[i].callData);
            }
        } else {
            revert UnsupportedMode(mode);
        }
    }

    /// Counts first, then calls: a target that comes back finds it counted. The permission is read anew for each call,
    /// because the call before may have had it taken back.
    function _act(address account, bytes32 id, address target, uint256 value, bytes memory data) private {
        Record storage record = records[account][id];
        if (block.timestamp >= record.expiry) revert Expired();
        _requireTarget(account, target);
        bool isTransfer = _count(record, target, value, data);
        (bool success, bytes memory answer) =
            ISafe(account).execTransactionFromModuleReturnData(target, value, data, 0);
        if (!success) revert CallFailed(target, answer);
        // Old tokens answer nothing; one that answers anything but true has moved nothing.
        if (isTransfer && answer.length != 0 && (answer.length != 32 || bytes32(answer) != bytes32(uint256(1)))) {
            revert CallFailed(target, answer);
        }
    }

    /// Checks one call against the limits and takes it off them. Answers whether it is a token's transfer by allowance.
    function _count(Record storage record, address target, uint256 value, bytes memory data) private returns (bool) {
        (bool isToken, uint256 index) = _allowanceOf(record, target);
        if (isToken) {
            _requireTransfer(target, value, data);
            if (target.code.length == 0) revert NoCode(target);
            _spend(record, index, _word(data, 36));
            return true;
        }
        if (data.length == 0) {
            _spendNative(record, value);
            return false;
        }
        if (data.length < 4) revert Malformed();
        if (!_isAllowed(record, target, bytes4(data))) revert CallNotAllowed(target, bytes4(data));
        if (target.code.length == 0) revert NoCode(target);
        if (value != 0) _spendNative(record, value);
        return false;
    }

    /// Nothing but transfer(address,uint256) may be called on a token that has an allowance.
    function _requireTransfer(address target, uint256 value, bytes memory data) private pure {
        if (value != 0 || data.length < 4 || bytes4(data) != TRANSFER) {
            revert CallNotAllowed(target, bytes4(data));
        }
        if (data.length != 68 || _word(data, 4) >> 160 != 0) revert Malformed();
    }

    function _spendNative(Record storage record, uint256 value) private {
        (bool exists, uint256 index) = _allowanceOf(record, NATIVE);
        if (!exists) revert NoAllowance(NATIVE);
        _spend(record, index, value);
    }

    function _spend(Record storage record, uint256 index, uint256 amount) private {
        Allowance storage allowance = record.allowances[index];
        if (block.timestamp < allowance.start) revert NotStarted(allowance.token);
        uint256 spent = _spent(record, index);
        // Never below nought: no more than the amount was ever spent in a period.
        uint256 left = allowance.amount - spent;
        if (amount > left) revert AllowanceExceeded(allowance.token, left);
        record.spendings[index] = Spending(spent + amount, _window(allowance));
    }

    function _spent(Record storage record, uint256 index) private view returns (uint256) {
        Spending storage spending = record.spendings[index];
        return spending.window == _window(record.allowances[index]) ? spending.amount : 0;
    }

    /// Which period it is, from nought.
    function _window(Allowance storage allowance) private view returns (uint48) {
        if (allowance.period == 0 || block.timestamp < allowance.start) return 0;
        return uint48((block.timestamp - allowance.start) / allowance.period);
    }

    function _allowanceOf(Record storage record, address token) private view returns (bool, uint256) {
        for (uint256 i = 0; i < record.allowances.length; ++i) {
            if (record.allowances[i].token == token) return (true, i);
        }
        return (false, 0);
    }

    function _isAllowed(Record storage record, address target, bytes4 selector) private view returns (bool) {
        for (uint256 i = 0; i < record.calls.length; ++i) {
            if (record.calls[i].target == target && record.calls[i].selector == selector) return true;
        }
        return false;
    }

    function _requireValid(Permission calldata permission) private view {
        Allowance[] calldata allowances = permission.allowances;
        AllowedCall[] calldata calls = permission.calls;
        if (permission.grantee == address(0) || permission.grantee == msg.sender) revert InvalidPermission();
        if (block.timestamp >= permission.expiry) revert Expired();
        if (allowances.length > MAX_ALLOWANCES || calls.length > MAX_CALLS) revert InvalidPermission();
        if (allowances.length + calls.length == 0) revert InvalidPermission();
        for (uint256 i = 0; i < allowances.length; ++i) {
            _requireTarget(msg.sender, allowances[i].token);
            for (uint256 j = 0; j < i; ++j) {
                if (allowances[i].token == allowances[j].token) revert InvalidPermission();
            }
            // A listed call on it would go past the amount.
            for (uint256 j = 0; j < calls.length; ++j) {
                if (allowances[i].token == calls[j].target) revert InvalidPermission();
            }
        }
        for (uint256 i = 0; i < calls.length; ++i) _requireTarget(msg.sender, calls[i].target);
    }

    function _requireTarget(address account, address target) private view {
        if (target == account || target == address(this) || target == SAFE_4337_MODULE || target == ENTRY_POINT) {
            revert ForbiddenTarget(target);
        }
    }

    /// 32 bytes of `data` from `offset`; the caller knows that they are there.
    function _word(bytes memory data, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), offset))
        }
    }
}
