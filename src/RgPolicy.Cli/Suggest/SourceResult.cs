using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Suggest;

/// <summary>A source that was read, or why not.</summary>
/// <param name="Source">The source; null exactly where it could not be read.</param>
/// <param name="Refusal">Why; <see cref="Refusal.None"/> where it could.</param>
internal sealed record SourceResult(SuggestSource? Source, Refusal Refusal)
{
    /// <summary>It was read.</summary>
    public static SourceResult Of(SuggestSource source) => new(source, Refusal.None);

    /// <summary>It was not.</summary>
    public static SourceResult Failed(RefusalKind kind, string problem, string next) =>
        new(null, new Refusal(kind, problem, next));
}
