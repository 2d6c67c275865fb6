namespace RgPolicy.Cli.Shell;

/// <summary>The terminal of this process.</summary>
internal sealed class ConsoleKeyboard : IKeyboard
{
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(25);

    /// <inheritdoc/>
    public (int Width, int Height) Size => (Console.WindowWidth, Console.WindowHeight);

    /// <inheritdoc/>
    public async Task<ConsoleKeyInfo?> ReadAsync(TimeSpan patience, CancellationToken cancellationToken)
    {
        for (var left = patience; left > TimeSpan.Zero; left -= Breath)
        {
            if (Console.KeyAvailable)
            {
                return Console.ReadKey(intercept: true);
            }

            await Task.Delay(Breath, cancellationToken);
        }

        return null;
    }
}

/// <summary>The keyboard of an interactive terminal.</summary>
internal interface IKeyboard
{
    /// <summary>How large its screen is now.</summary>
    (int Width, int Height) Size { get; }

    /// <summary>The next key, or null when none was pressed for so long.</summary>
    Task<ConsoleKeyInfo?> ReadAsync(TimeSpan patience, CancellationToken cancellationToken);
}
