using RgPolicy.Documents.Status;

namespace RgPolicy.Cli.Watching;

/// <summary>What the live view has to show.</summary>
internal sealed record WatchContent
{
    /// <summary>What the service answered last; null before the first answer.</summary>
    public StatusDocument? Status { get; init; }

    /// <summary>Why there is no newer answer; empty where there is one.</summary>
    public string Problem { get; init; } = "";

    /// <summary>When it was answered, as the host's clock shows it.</summary>
    public string Time { get; init; } = "";

    /// <summary>The target's name and place among all, such as <c>shop, 1 of 2</c>; empty for a single one.</summary>
    public string Target { get; init; } = "";

    /// <summary>The lines of the page that is shown besides the queries.</summary>
    public IReadOnlyList<string> Page { get; init; } = [];
}
