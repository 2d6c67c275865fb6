using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;

namespace RgPolicy.Plans.Tests.Sql;

/// <summary>PostgreSQL's own scanner, as tools/sql-oracle has it.</summary>
internal static class SqlOracle
{
    private static readonly string Folder = Path.Combine(Root(), "tools", "sql-oracle");

    /// <summary>Why it cannot be asked, or null.</summary>
    public static string? ReasonToSkip { get; } =
        !Directory.Exists(Path.Combine(Folder, "node_modules")) ? "run: npm ci --prefix tools/sql-oracle"
        : !HasNode() ? "there is no node here"
        : null;

    /// <summary>Of each text the server's tokens: where each begins and ends, and its name; null of one that the server
    /// refuses.</summary>
    public static async Task<List<(int Start, int End, string Name)[]?>> AskAsync(IEnumerable<string> texts)
    {
        using var node = Start("scan.mjs");
        var output = node.StandardOutput.ReadToEndAsync();
        foreach (var text in texts)
            await node.StandardInput.WriteLineAsync(JsonSerializer.Serialize(text));
        node.StandardInput.Close();
        return [.. (await output).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Read)];
    }

    private static (int Start, int End, string Name)[]? Read(string line) =>
        JsonSerializer.Deserialize<JsonElement[][]?>(line) is { } tokens
            ? [.. tokens.Select(token => (token[0].GetInt32(), token[1].GetInt32(), token[2].GetString() ?? ""))]
            : null;

    private static bool HasNode()
    {
        try
        {
            using var node = Start("--version");
            node.WaitForExit();
            return node.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    private static Process Start(string argument) =>
        Process.Start(
            new ProcessStartInfo("node", argument)
            {
                WorkingDirectory = Folder,
                UseShellExecute = false,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }
        ) ?? throw new InvalidOperationException("node does not start");

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
            folder = folder.Parent;
        return folder?.FullName ?? "";
    }
}

/// <summary>A fact that asks <see cref="SqlOracle"/>; skipped with its reason where that is not here.</summary>
internal sealed class SqlOracleFactAttribute : FactAttribute
{
    public SqlOracleFactAttribute() => Skip = SqlOracle.ReasonToSkip;
}
