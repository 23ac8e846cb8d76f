// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What clients of ENS ask on the local chain and in tests.

interface IRegistry {
    function resolver(bytes32 node) external view returns (address);
}

/// As much of ENS's universal resolver as viem needs to find an address: it looks for the nearest resolver above a name
/// (ENSIP-10), asks it, and passes on where it sends the reader (ERC-3668), by the batch gateway that viem is itself.
contract TestUniversalResolver {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);

    IRegistry private immutable registry;

    constructor(IRegistry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata gateways
    ) external view returns (bytes memory, address) {
        (address resolver, bool isExact) = _find(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (!_isExtended(resolver)) {
            if (!isExact) revert ResolverNotFound(name);
            (bool done, bytes memory told) = resolver.staticcall(data);
            if (!done) revert ResolverError(told);
            return (told, resolver);
        }
        (bool success, bytes memory answer) = resolver.staticcall(
            abi.encodeWithSignature("resolve(bytes,bytes)", name, data)
        );
        if (success) return (abi.decode(answer, (bytes)), resolver);
        if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        _sendOn(resolver, answer, gateways);
    }

    /// What the batch gateway brought: whether each question failed, and the answers.
    function resolveCallback(bytes calldata response, bytes calldata extra) external view returns (bytes memory, address) {
        (bool[] memory failures, bytes[] memory answers) = abi.decode(response, (bool[], bytes[]));
        (address resolver, bytes4 callback, bytes memory inner) = abi.decode(extra, (address, bytes4, bytes));
        if (failures[0]) revert ResolverError(answers[0]);
        (bool success, bytes memory told) = resolver.staticcall(abi.encodeWithSelector(callback, answers[0], inner));
        if (!success) revert ResolverError(told);
        return (abi.decode(told, (bytes)), resolver);
    }

    function _sendOn(address resolver, bytes memory answer, string[] calldata gateways) private view {
        bytes memory tail = new bytes(answer.length - 4);
        for (uint256 index; index < tail.length; index++) tail[index] = answer[index + 4];
        (address sender, string[] memory urls, bytes memory asked, bytes4 callback, bytes memory inner) = abi.decode(
            tail,
            (address, string[], bytes, bytes4, bytes)
        );
        Request[] memory requests = new Request[](1);
        requests[0] = Request(sender, urls, asked);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeWithSignature("query((address,string[],bytes)[])", requests),
            this.resolveCallback.selector,
            abi.encode(resolver, callback, inner)
        );
    }

    function _isExtended(address resolver) private view returns (bool) {
        (bool success, bytes memory answer) = resolver.staticcall(
            abi.encodeWithSignature("supportsInterface(bytes4)", bytes4(0x9061b923))
        );
        return success && answer.length == 32 && abi.decode(answer, (bool));
    }

    function _find(bytes calldata name) private view returns (address, bool) {
        uint256 offset;
        while (offset < name.length && name[offset] != 0) {
            address found = registry.resolver(_nodeOf(name, offset));
            if (found != address(0)) return (found, offset == 0);
            offset += uint8(name[offset]) + 1;
        }
        return (address(0), false);
    }

    function _nodeOf(bytes calldata name, uint256 offset) private pure returns (bytes32) {
        uint256 length = uint8(name[offset]);
        if (length == 0) return bytes32(0);
        bytes32 label = keccak256(name[offset + 1:offset + 1 + length]);
        return keccak256(abi.encodePacked(_nodeOf(name, offset + 1 + length), label));
    }
}

/// Collectibles (ERC-721) that anybody makes, each with the text that says what it is.
contract TestCollectible {
    string public constant name = "Latchkey Tiles";
    string public constant symbol = "TILE";
    mapping(uint256 => address) private owners;
    mapping(uint256 => string) private uris;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function mint(address to, uint256 tokenId, string calldata uri) external {
        require(owners[tokenId] == address(0) && to != address(0));
        owners[tokenId] = to;
        uris[tokenId] = uri;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        require(owner != address(0));
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return uris[tokenId];
    }

    function approve(address approved, uint256 tokenId) external {
        require(ownerOf(tokenId) == msg.sender);
        getApproved[tokenId] = approved;
        emit Approval(msg.sender, approved, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(ownerOf(tokenId) == from && to != address(0));
        require(msg.sender == from || getApproved[tokenId] == msg.sender || isApprovedForAll[from][msg.sender]);
        delete getApproved[tokenId];
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        (bool success, bytes memory answer) = to.call(
            abi.encodeWithSignature("onERC721Received(address,address,uint256,bytes)", msg.sender, from, tokenId, data)
        );
        require(success && answer.length >= 32 && bytes4(answer) == 0x150b7a02);
    }
}

/// Collectibles of which there are several (ERC-1155), as much as reading takes.
contract TestEditions {
    mapping(uint256 => string) public uri;
    mapping(address => mapping(uint256 => uint256)) public balanceOf;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function mint(address to, uint256 id, uint256 value, string calldata uri_) external {
        uri[id] = uri_;
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        require(msg.sender == from);
        balanceOf[from][id] -= value;
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }
}
