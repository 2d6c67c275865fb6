namespace RgPolicy.Service.Reactions;

/// <summary>Writes each counted reaction at once as one JSON line: <c>{"query","seconds","plan_cached"}</c>. What
/// cannot be written, as on a full disk, is left out and said once: the loop goes on.</summary>
internal sealed class ReactionFile : IDisposable
{
    private readonly StreamWriter _writer;
    private readonly string _path;
    private readonly ILogger _logger;
    private bool _isMissing;

    private ReactionFile(StreamWriter writer, string path, ILogger logger) =>
        (_writer, _path, _logger) = (writer, path, logger);

    /// <summary>Creates the file, or empties it.</summary>
    /// <exception cref="IOException">It cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be created.</exception>
    public static ReactionFile Create(string path, ILogger logger) =>
        new(new StreamWriter(path) { AutoFlush = true, NewLine = "\n" }, path, logger);

    public void Write(Reaction reaction)
    {
        var cached = reaction.PlanCached ? "true" : "false";
        var line = Invariant(
            $"{{\"query\":\"{reaction.Query}\",\"seconds\":{reaction.Delay.TotalSeconds:0.######},\"plan_cached\":{cached}}}"
        );
        Try(() => _writer.WriteLine(line));
    }

    public void Dispose() => Try(_writer.Dispose);

    private void Try(Action write)
    {
        try
        {
            write();
            _isMissing = false;
        }
        catch (IOException failure)
        {
            if (!_isMissing)
                _logger.ReactionsFailed(_path, failure.Message);

            _isMissing = true;
        }
    }
}
