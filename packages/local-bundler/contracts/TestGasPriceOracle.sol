// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What wallets ask of an OP-Stack network's GasPriceOracle, for tests. It stands at the predeploy's address, and its
/// storage is written from outside.
contract TestGasPriceOracle {
    /// The L1 fee of a million bytes, in millionths of a wei: 16 * baseFeeScalar * l1BaseFee + blobBaseFeeScalar * blobBaseFee.
    uint256 public scaledPrice;
    uint256 public operatorFeeScalar;
    uint256 public operatorFeeConstant;

    /// The formula of Fjord for a transaction that cannot be compressed, in millionths of a byte.
    function getL1Fee(bytes calldata transaction) external view returns (uint256) {
        uint256 size = 836_500 * (transaction.length + 68) - 42_585_600;
        uint256 least = 100_000_000;
        return ((size < least ? least : size) * scaledPrice) / 1e12;
    }

    /// The formula of Isthmus.
    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        return (gasUsed * operatorFeeScalar) / 1e6 + operatorFeeConstant;
    }
}
