using RgPolicy.Dbms;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>Remembers what hints were asked for.</summary>
internal sealed class ScriptedHints : IStatementHints
{
    /// <summary>What was asked for last; null after everything was to be cleared.</summary>
    public IReadOnlyList<HintRequest>? Requests { get; private set; } = [];

    public bool IsLetGo { get; private set; }

    public List<string> News { get; } = [];

    public void Take(IReadOnlyList<HintRequest>? requests) => Requests = requests;

    public IReadOnlyList<string> TakeNews()
    {
        List<string> news = [.. News];
        News.Clear();
        return news;
    }

    public Task LetGoAsync(CancellationToken cancellationToken)
    {
        IsLetGo = true;
        return Task.CompletedTask;
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
