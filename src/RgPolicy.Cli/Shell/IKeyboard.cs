namespace RgPolicy.Cli.Shell;

/// <summary>The keyboard of an interactive terminal.</summary>
internal interface IKeyboard
{
    /// <summary>How large its screen is now.</summary>
    (int Width, int Height) Size { get; }

    /// <summary>The next key, or null when none was pressed for so long.</summary>
    Task<ConsoleKeyInfo?> ReadAsync(TimeSpan patience, CancellationToken cancellationToken);
}
