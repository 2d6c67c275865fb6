namespace RgPolicy.Service.Composing;

/// <summary>What kind of reason it is that something does not begin for.</summary>
public enum RefusalKind
{
    /// <summary>It was asked for in a way that cannot be.</summary>
    Usage,

    /// <summary>Something cannot be reached, read or written.</summary>
    Unreachable,
}
