// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A resolver of ENS whose names live in a service (ENSIP-10, ERC-3668): it sends whoever asks to the gateway of the
/// service, and believes an answer that one of its keys has signed for this contract, this question and a short time.
/// Nobody can change it. For another key or address make another one, and name it in the registry.
contract LatchkeyNameResolver {
    /// ERC-3668.
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error AnswerExpired();
    error AnswerNotSigned();

    /// Half of the order of secp256k1 (EIP-2).
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    string[] private urls;
    mapping(address => bool) public isSigner;

    /// @param urls_ such as `https://api.wallet.example/names/v1/ccip/{sender}/{data}.json`
    /// @param signers addresses of the keys of the gateway
    constructor(string[] memory urls_, address[] memory signers) {
        require(urls_.length > 0 && signers.length > 0);
        for (uint256 index; index < urls_.length; index++) urls.push(urls_[index]);
        for (uint256 index; index < signers.length; index++) {
            require(signers[index] != address(0));
            isSigner[signers[index]] = true;
        }
    }

    /// ERC-165: itself, and resolve (ENSIP-10).
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == this.resolve.selector;
    }

    /// ENSIP-10. It always sends the reader on.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        // Name and question as they came: the gateway reads the same call.
        revert OffchainLookup(address(this), urls, msg.data, this.resolveWithProof.selector, msg.data);
    }

    /// What the gateway answered: `abi.encode(bytes answer, uint64 expires, bytes signature)`.
    function resolveWithProof(bytes calldata response, bytes calldata question) external view returns (bytes memory) {
        (bytes memory answer, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired();
        bytes32 hash = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(question), keccak256(answer))
        );
        if (!isSigner[_recover(hash, signature)]) revert AnswerNotSigned();
        return answer;
    }

    /// The zero address for a signature that is none; the constructor makes it no signer.
    function _recover(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return uint256(s) > HALF_ORDER ? address(0) : ecrecover(hash, v, r, s);
    }
}
