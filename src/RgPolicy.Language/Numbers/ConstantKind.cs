namespace RgPolicy.Language.Numbers;

/// <summary>What a constant is, as its unit tells.</summary>
internal enum ConstantKind
{
    /// <summary>No unit; counts and plain numbers.</summary>
    Number,
    Bytes,
    BytesPerSecond,
    OperationsPerSecond,
    Duration,
    Percent,
    Ways,
    Version,
    Text,
    Bool,
}
