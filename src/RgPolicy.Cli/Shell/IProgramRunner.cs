namespace RgPolicy.Cli.Shell;

/// <summary>Runs other programs, such as git.</summary>
internal interface IProgramRunner
{
    /// <summary>Runs a program to its end, without a shell between.</summary>
    /// <returns>What it printed, or null when there is no such program.</returns>
    Task<ProgramOutput?> RunAsync(
        string program,
        IReadOnlyList<string> arguments,
        string workingDirectory,
        CancellationToken cancellationToken
    );
}
