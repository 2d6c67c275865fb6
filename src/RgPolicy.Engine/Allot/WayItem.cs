namespace RgPolicy.Engine.Allot;

/// <summary>Neighbouring ways that are to be placed in one domain: an exclusive class's, or the nest of
/// all shared classes.</summary>
/// <param name="Size">Ways; at least 1.</param>
/// <param name="Weight">How many classes change when it moves.</param>
/// <param name="IsShared">It is the nest: at the low end, where narrow classes begin.</param>
/// <param name="Before">Its first way until now, or -1.</param>
/// <param name="SizeBefore">Its size until now.</param>
internal readonly record struct WayItem(int Size, int Weight, bool IsShared, int Before, int SizeBefore)
{
    public bool WasPlaced => Before >= 0;
}
