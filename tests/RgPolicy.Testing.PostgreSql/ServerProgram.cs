using System.Diagnostics;

namespace RgPolicy.Testing.PostgreSql;

/// <summary>Runs one of the server's programs, as user <c>postgres</c> when the caller is root (the
/// server refuses root).</summary>
internal static class ServerProgram
{
    /// <summary>Runs it to its end.</summary>
    /// <exception cref="InvalidOperationException">It ended with an error; the message carries its output.</exception>
    public static async Task RunAsync(
        string program,
        IReadOnlyList<string> arguments,
        string workingDirectory,
        CancellationToken cancellationToken
    )
    {
        var start = new ProcessStartInfo
        {
            WorkingDirectory = workingDirectory,
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        var line = Environment.UserName == "root" ? AsPostgres(program).Concat(arguments) : [program, .. arguments];
        foreach (var (word, index) in line.Select((word, index) => (word, index)))
            if (index == 0)
                start.FileName = word;
            else
                start.ArgumentList.Add(word);
        start.Environment["LC_ALL"] = "C";
        start.Environment.Remove("PGDATA");
        using var process = Process.Start(start) ?? throw new InvalidOperationException($"{program} did not start");
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
        var errors = process.StandardError.ReadToEndAsync(cancellationToken);
        await process.WaitForExitAsync(cancellationToken);
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{Path.GetFileName(program)}: {await errors}{await output}");
    }

    /// <summary>Makes a directory that belongs to the server's user.</summary>
    /// <exception cref="InvalidOperationException">There is no such user.</exception>
    public static async Task MakeDirectoryAsync(string directory, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(directory);
        if (Environment.UserName != "root")
            return;
        using var chown = Process.Start("chown", ["postgres:postgres", directory]);
        await chown.WaitForExitAsync(cancellationToken);
        if (chown.ExitCode != 0)
            throw new InvalidOperationException("there is no user postgres to run the server as");
    }

    private static string[] AsPostgres(string program)
    {
        if (File.Exists("/usr/bin/setpriv"))
            return ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--", program];
        return ["runuser", "-u", "postgres", "--", program];
    }
}
