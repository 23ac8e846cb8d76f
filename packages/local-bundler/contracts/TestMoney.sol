// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What chain data is read from, on the local chain and in tests: worth nothing, and open to everybody.

/// A token of the old kind: a transfer answers with nothing, an approval must be taken back before it is changed, and
/// there are six decimals.
contract TestOldDollar {
    string public constant name = "Latchkey Old Dollar";
    string public constant symbol = "LKO";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// As much of a Uniswap v3 pool as tells a price. Nobody can trade here: whoever wants sets what one pays.
contract TestPool {
    address public immutable token0;
    address public immutable token1;
    uint160 private sqrtPriceX96;
    uint128 public liquidity;

    constructor(address token0_, address token1_) {
        (token0, token1) = (token0_, token1_);
    }

    function set(uint160 sqrtPriceX96_, uint128 liquidity_) external {
        (sqrtPriceX96, liquidity) = (sqrtPriceX96_, liquidity_);
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (sqrtPriceX96, 0, 0, 1, 1, 0, true);
    }
}

/// Ether as a token, one for one.
contract TestWrappedEther {
    string public constant name = "Wrapped Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        emit Withdrawal(msg.sender, amount);
        (bool success, ) = msg.sender.call{value: amount}("");
        require(success);
    }

    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// A registry of ENS (ERC-137) and its resolver in one, as much as reading takes; whoever wants writes.
contract TestNames {
    mapping(bytes32 => address) public resolver;
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;
    mapping(bytes32 => mapping(string => string)) public text;

    function setResolver(bytes32 node, address value) external {
        resolver[node] = value;
    }

    function setAddr(bytes32 node, address value) external {
        addr[node] = value;
    }

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external {
        text[node][key] = value;
    }
}
