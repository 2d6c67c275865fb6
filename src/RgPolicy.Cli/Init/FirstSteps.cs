using System.Collections.Immutable;

namespace RgPolicy.Cli.Init;

/// <summary>What <c>rgp init</c> proposes.</summary>
/// <param name="Server">The connection as it was given.</param>
/// <param name="Rights">What an administrator runs once, statement by statement or as a hint.</param>
/// <param name="Policy">A first policy; null where the server has counted nothing to write one from.</param>
/// <param name="Problem">Why there is no policy, and what to do for one.</param>
/// <param name="File">The policy's file.</param>
internal sealed record FirstSteps(
    string Server,
    ImmutableArray<string> Rights,
    string? Policy,
    string? Problem,
    string File
)
{
    /// <summary>The commands to type, in their order; none of them changes the server or the host.</summary>
    public ImmutableArray<string> Commands =>
        [
            $"rgp doctor --server '{Server}' --level observe",
            .. Policy is null
                ?
                [
                    $"rgp record --server '{Server}' --out first.rgrec --for 10min",
                    $"rgp suggest first.rgrec --out {File}",
                ]
                : ImmutableArray<string>.Empty,
            $"rgp lint {File}",
            $"rgp run {File} --server '{Server}'",
            $"rgp run {File} --server '{Server}' --level advise",
        ];
}
