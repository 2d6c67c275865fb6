using System.Diagnostics;

namespace RgPolicy.HtapBench.Load;

/// <summary>Asks for the page and for the status document, each once a second.</summary>
internal sealed class PageReader : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly Uri _address;
    private readonly Task _reading;
    private ImmutableList<double> _answers = [];

    private PageReader(Uri address)
    {
        _address = address;
        _reading = ReadAsync();
    }

    /// <summary>What each answer took, in milliseconds.</summary>
    public IReadOnlyList<double> Answers => _answers;

    /// <summary>Begins to read.</summary>
    public static PageReader Start(Uri address) => new(address);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _reading;
        _stop.Dispose();
    }

    private async Task ReadAsync()
    {
        using var client = new HttpClient { BaseAddress = _address };
        using var timer = new PeriodicTimer(Interval);
        try
        {
            do
            {
                foreach (var path in new[] { "/", "/api/v1/status" })
                {
                    var asked = Stopwatch.GetTimestamp();
                    await client.GetByteArrayAsync(path, _stop.Token);
                    _answers = _answers.Add(Stopwatch.GetElapsedTime(asked).TotalMilliseconds);
                }
            } while (await timer.WaitForNextTickAsync(_stop.Token));
        }
        catch (OperationCanceledException)
        {
            // The measured part is over.
        }
    }
}
