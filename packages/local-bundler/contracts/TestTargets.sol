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
