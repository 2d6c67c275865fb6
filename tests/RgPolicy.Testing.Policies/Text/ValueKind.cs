namespace RgPolicy.Testing.Policies.Text;

/// <summary>What the values of a signal are.</summary>
internal enum ValueKind
{
    Text,
    Set,
    Word,
    Bool,
    Whole,
    Number,
    Version,
    Time,
}
