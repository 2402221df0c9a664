-- A deck of pandoc's as slides: each heading of level 2 begins one; what follows a paragraph ". . ." waits for a key;
-- notes come after their slide, where paper has a page for them.
local blocks, slide, place, notes = {}, nil, nil, {}

local function finish()
    if slide then table.insert(blocks, slide) end
    for _, note in ipairs(notes) do table.insert(blocks, note) end
    slide, notes = nil, {}
end

local function is(block, tag, class)
    return block.t == tag and (not class or block.classes:includes(class))
end

local function add(block)
    if is(block, 'Header') and block.level == 2 then
        finish()
        slide = pandoc.Div({}, pandoc.Attr('', { 'section', 'slide' }))
        place = slide
    end
    if is(block, 'Div', 'notes') then
        table.insert(notes, block)
    elseif is(block, 'Para') and pandoc.utils.stringify(block) == '. . .' then
        local later = pandoc.Div({}, pandoc.Attr('', { 'step' }))
        place.content:insert(later)
        place = later
    elseif place then
        place.content:insert(block)
    end
end

function Pandoc(doc)
    for _, block in ipairs(doc.blocks) do add(block) end
    finish()
    return pandoc.Pandoc(blocks, doc.meta)
end
