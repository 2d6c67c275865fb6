namespace RgPolicy.Plans.Documents;

/// <summary>Which name came after which: a plan repeats its members in the same order, so that the next
/// name need only be compared.</summary>
internal sealed class JsonNameOrder
{
    private readonly JsonName[] _next = new JsonName[JsonNames.Places];

    /// <summary>The name that came last time after one at that place of <see cref="JsonNames"/>.</summary>
    public JsonName After(int place) => _next[place];

    public void Learn(int place, JsonName next) => _next[place] = next;
}
