namespace RgPolicy.Plans.Documents;

/// <summary>How reading a JSON value ended.</summary>
internal enum JsonEnd
{
    Complete,
    Truncated,
    Malformed,
    TooDeep,
    TooLarge,
}
