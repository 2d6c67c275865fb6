namespace RgPolicy.Testing.Policies.Text;

/// <summary>What a question asks.</summary>
internal enum AtomKind
{
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Between,
    Like,
    Known,
    Contains,
    During,
    Flag,
}
