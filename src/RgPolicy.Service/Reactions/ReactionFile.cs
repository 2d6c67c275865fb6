using System.Globalization;

namespace RgPolicy.Service.Reactions;

/// <summary>Writes each counted reaction at once as one JSON line: <c>{"query","seconds","plan_cached"}</c>.</summary>
public sealed class ReactionFile : IDisposable
{
    private readonly StreamWriter _writer;

    private ReactionFile(StreamWriter writer) => _writer = writer;

    /// <summary>Creates the file, or empties it.</summary>
    /// <exception cref="IOException">It cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be created.</exception>
    public static ReactionFile Create(string path) => new(new StreamWriter(path) { AutoFlush = true, NewLine = "\n" });

    /// <summary>Appends one.</summary>
    public void Write(Reaction reaction)
    {
        var cached = reaction.PlanCached ? "true" : "false";
        _writer.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"query\":\"{reaction.Query}\",\"seconds\":{reaction.Delay.TotalSeconds:0.######},\"plan_cached\":{cached}}}"));
    }

    /// <summary>Closes the file.</summary>
    public void Dispose() => _writer.Dispose();
}
