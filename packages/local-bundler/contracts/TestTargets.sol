// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Contracts that misbehave, for tests.

/// Refuses every call and every coin.
contract RevertingTarget {
    error Refused();

    fallback() external payable {
        revert Refused();
    }
}

/// Says that a transfer did not happen, as some tokens do instead of reverting.
contract FalseToken {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Answers a transfer with nothing, as some old tokens do.
contract SilentToken {
    mapping(address => uint256) public received;

    function transfer(address to, uint256 amount) external {
        received[to] += amount;
    }
}

/// Calls whatever it was told to, each time it is paid or poked, until the rounds are over.
contract ReentrantTarget {
    address private to;
    bytes private data;
    uint256 private rounds;
    bytes public failure;

    function prepare(address to_, bytes calldata data_, uint256 rounds_) external {
        (to, data, rounds) = (to_, data_, rounds_);
    }

    /// Begins, so that this contract is the one who acts.
    function begin() external {
        _again();
    }

    function poke() external payable {
        _again();
    }

    receive() external payable {
        _again();
    }

    function _again() private {
        if (rounds == 0) return;
        --rounds;
        (bool success, bytes memory answer) = to.call(data);
        if (!success) failure = answer;
    }
}

/// Pays twice what it gets where it takes the call for a trial, and keeps it on a network. How it tells is chosen by number.
contract TrialRecogniser {
    uint256 private armedIn;

    /// What is to be paid out.
    receive() external payable {}

    function play(uint256 tell) external payable {
        if (_isTrial(tell)) {
            (bool success, ) = msg.sender.call{value: msg.value * 2}("");
            require(success);
        }
    }

    /// The first of two calls: whether both are in one block is told by the second.
    function arm() external payable {
        armedIn = block.number;
    }

    /// Whether the transaction has no access list (EIP-2930) with this contract's slot 1 in it.
    function _isCold() private view returns (bool) {
        uint256 before = gasleft();
        assembly {
            pop(sload(1))
        }
        return before - gasleft() > 1_000;
    }

    function _isTrial(uint256 tell) private view returns (bool) {
        if (tell == 0) return tx.gasprice == 0;
        if (tell == 1) return block.basefee == 0;
        if (tell == 2) return block.coinbase == address(0);
        if (tell == 3) return gasleft() > 5_000_000;
        if (tell == 4) return tx.origin.balance > 1_000 ether;
        if (tell == 5) return tx.origin.code.length > 0;
        if (tell == 6) return tx.gasprice <= block.basefee;
        if (tell == 7) return block.prevrandao == 0;
        if (tell == 8) return armedIn == block.number;
        if (tell == 9) return true;
        if (tell == 14) return blockhash(block.number - 1) == 0;
        if (tell == 15) return _isCold();
        // What differs from block to block.
        if (tell == 10) return block.number % 2 == 0;
        if (tell == 11) return block.timestamp % 2 == 0;
        if (tell == 12) return block.prevrandao & 1 == 0;
        if (tell == 13) return uint160(address(block.coinbase)) & 1 == 0;
        return false;
    }
}
