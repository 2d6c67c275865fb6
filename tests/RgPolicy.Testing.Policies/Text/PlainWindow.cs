namespace RgPolicy.Testing.Policies.Text;

/// <summary>A window as the proof knows it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="FirstDay">0 is Monday.</param>
/// <param name="LastDay">Not before the first.</param>
/// <param name="Start">Minutes from midnight.</param>
/// <param name="End">Minutes from midnight; not after the start means over midnight.</param>
/// <param name="Zone">The time zone.</param>
internal sealed record PlainWindow(string Name, int FirstDay, int LastDay, int Start, int End, string Zone)
{
    private static readonly string[] Days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public string Write() =>
        FormattableString.Invariant(
            $"window {Name} = {Days[FirstDay]}..{Days[LastDay]} {Clock(Start)}..{Clock(End)} \"{Zone}\""
        );

    private static string Clock(int minutes) => FormattableString.Invariant($"{minutes / 60:00}:{minutes % 60:00}");
}
