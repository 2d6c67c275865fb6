namespace RgPolicy.Language.Numbers;

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
