namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>A test at a terminal that util-linux's script makes; without it it is skipped and says so.</summary>
internal sealed class TerminalFactAttribute : FactAttribute
{
    /// <summary>Where the program is.</summary>
    public const string Script = "/usr/bin/script";

    public TerminalFactAttribute()
    {
        if (!File.Exists(Script))
            Skip = Script + " is not here: install bsdutils or util-linux";
    }
}
