namespace RgPolicy.Language.Model;

/// <summary>How a core set is written.</summary>
public enum CoreSetKind
{
    /// <summary><c>all</c></summary>
    All,

    /// <summary><c>50%</c></summary>
    Percent,

    /// <summary><c>4..15, 20</c></summary>
    List,

    /// <summary><c>socket 1</c></summary>
    Socket,

    /// <summary><c>numa 1</c></summary>
    Numa,
}
