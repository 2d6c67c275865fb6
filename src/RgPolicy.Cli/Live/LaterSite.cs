using RgPolicy.Service.Web;

namespace RgPolicy.Cli.Live;

/// <summary>The pages, which are served from the loop's first turn on: making the first of them takes processor time
/// that the first moves need on a full host.</summary>
/// <param name="serve">Starts serving, or gives null.</param>
internal sealed class LaterSite(Func<Task<StatusSite?>> serve) : IAsyncDisposable
{
    private Task<StatusSite?>? _serving;

    /// <summary>Begins to serve, beside the loop whose turn it was; once.</summary>
    public void Begin() => _serving ??= Task.Run(serve);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_serving is { } serving && await serving is { } site)
        {
            await site.DisposeAsync();
        }
    }
}
