using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Where pools whose cores are like those of others end.</summary>
internal abstract record LikeEnd
{
    private LikeEnd() { }

    /// <summary>A name that is not a pool's, which was told.</summary>
    public static LikeEnd Unknown { get; } = new NoPool();

    /// <summary>A core set that stands written.</summary>
    public sealed record Written(CoreSetSyntax Set) : LikeEnd;

    /// <summary>A pool without cores.</summary>
    public sealed record Missing(string Pool) : LikeEnd;

    /// <summary>Pools that are like each other, from this one on.</summary>
    public sealed record Circle(string Pool) : LikeEnd;

    private sealed record NoPool : LikeEnd;
}
